// The components that nearly every page has, in one file. `pages/server/components.py` names them.
import * as address from "./address.js";
import * as stage from "./mount.js";
import * as share from "./share.js";

export const components = { address, share, stage };

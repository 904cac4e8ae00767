// The components that nearly every page has, in one file. `pages/hosting/components.py` names them.
import * as frame from "./frame.js";
import * as stage from "./mount.js";
import * as share from "./share.js";

export const components = { address: frame, share, stage };

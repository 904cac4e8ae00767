// The components that nearly every page has, in one file. `pages/hosting/components.py` names them.

import * as share from "../../settings/stage/share.js";
import * as stage from "../../stage/core/mount.js";
import * as frame from "./frame.js";

export const components = { address: frame, share, stage };

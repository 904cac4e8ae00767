// What our modules read of Streamlit's page. `tests/support/streamlit_names.py` lists these names,
// and those in the styles and tests: it is where to look when a new Streamlit has others.

export const APP = "[data-testid=stApp]";
/** What is scrolled. */
export const MAIN = "[data-testid=stMain]";
export const DIALOG = "[data-testid=stDialog]";
export const SIDEBAR_LINKS = "[data-testid=stSidebarNavLink]";
export const CLOSE_SIDEBAR = "[data-testid=stSidebarCollapseButton] button[aria-expanded=true]";
/** Elements whose text is not Streamlit's: the reader's, or ours. */
export const OTHER_TEXTS =
  "textarea, code, [data-testid=stText], [data-testid=stMarkdownContainer]" +
  ":not(:is([data-testid=stFileUploader], [data-testid=stTopNavSection]) *)";
/** A text field with its label and, while it has the focus, its length as "14/600". */
export const TEXT_FIELD = "[data-testid=stTextArea], [data-testid=stTextInput]";
export const FIELD_LENGTH = "[data-testid=InputInstructions]";
export const SCRIPT_STATE = "data-test-script-state";
export const CONNECTION_STATE = "data-test-connection-state";

/** Whether the script of the page does not run. */
export function isScriptAtRest() {
  return document.querySelector(APP)?.getAttribute(SCRIPT_STATE) === "notRunning";
}

/** Whether the page is connected to the server. */
export function isConnected() {
  return document.querySelector(APP)?.getAttribute(CONNECTION_STATE) === "CONNECTED";
}

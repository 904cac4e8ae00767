// Sharing what is on the screen: a button that copies the link, and one that opens a dialog for a class.
import { pageData, places, writeAddress } from "../../stage/core/address.js";
import { embedCode } from "../../stage/core/embedded.js";
import { panel } from "../../stage/core/panel.js";
import { presentButton } from "../../stage/core/present.js";
import { buttonEl, el } from "../../stage/parts/dom.js";
import { classButton, showCodeOfClass } from "./class_button.js";
import { CopyLink } from "./copy_link.js";
import { InviteDialog } from "./invite_dialog.js";

/** @import { ShareData } from "../../stage/records.d.ts" */

/** The title of what another site can show in a frame; empty if it cannot show this page. */
function frameTitle() {
  const { page = "", pages = [], is_whole: isWhole } = pageData()?.present ?? {};
  if (isWhole) return "";
  const shown = pages.find(([name]) => name === page);
  return shown ? `Merge by Merge: ${shown[1]}` : "";
}

/**
 * @param {ShareData} labels
 * @param {{ end?: () => void }} state
 */
function draw(labels, state) {
  const { embed: copy, embed_copied: copied } = labels;
  const copying = new CopyLink(labels);
  const embedding = new CopyLink({ ...labels, copy, copied }, (url) =>
    embedCode(url, frameTitle()),
  );
  embedding.node.classList.replace("copy", "embed");
  const dialog = new InviteDialog(labels);
  const invite = () => {
    if (showCodeOfClass()) return;
    writeAddress();
    dialog.open();
  };
  const addToLesson = async () => {
    writeAddress();
    const { addPlace } = await import("./lesson_draft.js");
    const count = addPlace(location.href);
    added.textContent = count ? labels.added.replace("{n}", String(count)) : labels.full;
  };
  const presenting = presentButton(labels.present);
  const added = el("p", "added", { role: "status" });
  const onPlace = () => {
    added.textContent = "";
    embedding.node.hidden = !frameTitle();
    presenting.hidden = !pageData()?.present.is_whole; // stages have a button of their own
  };
  onPlace();
  places.addEventListener("change", onPlace);
  state.end = () => {
    places.removeEventListener("change", onPlace);
    dialog.node.close();
  };
  return el("div", "stage sharing", [
    presenting,
    copying.node,
    copying.status,
    embedding.node,
    embedding.status,
    buttonEl("button share", labels.join, invite, { "aria-haspopup": "dialog" }),
    classButton("button share class", labels.start_class),
    buttonEl("button share add", labels.add, addToLesson, { hidden: !labels.can_add }),
    added,
    dialog.node,
  ]);
}

export const { update, unmount } = panel(draw);

// What is around the stage: the links to the pages, the bar of a presented page, the panel of the
// course, and the class that this tab leads. The code of most of it is loaded only when it is needed.

import { drawReturn } from "../../course/stage/course_return.js";
import { openGuide } from "../../course/stage/open_guide.js";
import { resumeClass, setClassLoader } from "../../settings/stage/class_button.js";
import { drawEmbedBar } from "../../settings/stage/embed_bar.js";
import { choose, pageData, places, takeData, writeAddress } from "../../stage/core/address.js";
import { isBeginning, leaveBeginning } from "../../stage/core/beginning.js";
import { isEmbedded } from "../../stage/core/embedded.js";
import { watchLongTexts } from "../../stage/core/long_text.js";
import { drawPageLinks } from "../../stage/core/page_links.js";
import {
  isPresented,
  onPresent,
  setLabels,
  setLines,
  setPresented,
} from "../../stage/core/present.js";
import * as steps from "../../stage/core/steps.js";
import { watchTypedChoices } from "../../stage/core/typed_choice.js";
import { scrollToLinkedSections } from "./linked_section.js";
import { drawPageTitle } from "./page_title.js";
import { setServerNotice } from "./server_notice.js";
import { translateStreamlit } from "./streamlit_strings.js";
import { drawWayBack } from "./way_back.js";

export const update = takeData;
setClassLoader(() => import("../../classroom/stage/class_lead.js"));

/** @param {string} [part] without it, the one that the URL names */
function openWithoutStage(part) {
  document.documentElement.dataset.guide = "waiting"; // no stage before the panel hides what it asks
  openGuide(part).catch(() => delete document.documentElement.dataset.guide);
}
addEventListener("open-course", () => {
  if (isBeginning()) openWithoutStage("start");
  else openGuide("start");
});
addEventListener("open-review", () => openGuide("due"));
steps.onChange(() => steps.openStep() > 0 && leaveBeginning()); // a key is a press, too
if (steps.openPart() && !isEmbedded) openWithoutStage();

/** Draw the bar of a presented page. */
async function drawPresentBar() {
  const data = pageData();
  if (!data || !isPresented()) return;
  const { drawBar } = await import("../../settings/stage/present_bar.js");
  drawBar(data.present, choose, writeAddress);
}

onPresent(() => {
  const others = steps.views().filter((each) => each !== "projector");
  if (pageData()?.present.page === "") return; // without a stage; the next page is presented again
  steps.setViews(isPresented() ? [...others, "projector"] : others);
  drawPresentBar();
});

watchTypedChoices();
if (!isEmbedded) {
  places.addEventListener("change", resumeClass, { once: true });
  scrollToLinkedSections();
}
places.addEventListener("change", () => {
  const data = pageData();
  if (!data) return;
  document.documentElement.lang = data.lang;
  translateStreamlit(data.words);
  watchLongTexts(data.too_long);
  drawPageTitle(data);
  if (isEmbedded) drawEmbedBar(data);
  else {
    drawPageLinks(data);
    drawWayBack(data.way_back);
    setServerNotice(data.server_away);
    drawReturn(data.course);
  }
  setLabels(data.present.labels);
  setLines(data.present.lines);
  document.documentElement.dataset.page = data.present.page;
  document.documentElement.toggleAttribute("data-without-steps", !data.present.has_steps);
  const canPresent = Boolean(data.present.page) && !isEmbedded;
  setPresented(canPresent && steps.views().includes("projector"));
  drawPresentBar();
});

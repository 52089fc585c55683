/**
 * Room for the notices of the app, which lie over everything: the head of our dialogs begins beneath them, and the line
 * above a note ends before them, or begins beneath them. The notices stay where they are.
 */

/** Pixels between a notice and what it does not cover. */
const GAP = 8;
/** Pixels at the sides of a dialog in which there is nothing to read or to click. */
const EDGE = 12;
/** Of the height of a dialog: its text and its buttons keep the rest. */
const MOST_BENEATH = 0.4;
/** Pixels of a low window, as at 200 %, that a dialog needs for its text and its buttons. */
const LEAST_LEFT = 380;
/** Of the width of a line: with less, its words would be a column of letters. */
const MOST_BESIDE = 0.6;

/** Calls `changed` now, and whenever notices come, change or go. Answers with the way to end it. */
export function watchNotices(doc: Document, changed: () => void): () => void {
  const body = doc.body;
  const within = new MutationObserver(changed);
  const container = new MutationObserver(() => watch());
  const watch = (): void => {
    within.disconnect();
    for (const each of body.findAll(".notice-container"))
      within.observe(each, { childList: true, subtree: true, characterData: true });
    changed();
  };
  container.observe(body, { childList: true });
  watch();
  return () => {
    container.disconnect();
    within.disconnect();
  };
}

/** A dialog in the middle of the window grows upwards, too, so it is measured until nothing changes. */
export function keepHeadClear(modal: HTMLElement): () => void {
  return watchNotices(modal.doc, () => {
    let room = 0;
    for (let turn = 0; turn < 6; turn += 1) {
      modal.setCssProps({ "--planwright-beneath-notices": `${String(room)}px` });
      const box = modal.getBoundingClientRect();
      const bottom = Math.max(0, ...noticesOver(modal, box, EDGE).map((each) => each.bottom + GAP));
      const most = Math.max(0, Math.min(box.height * MOST_BENEATH, modal.win.innerHeight - LEAST_LEFT));
      const wanted = Math.min(Math.max(0, bottom - box.top), most);
      if (Math.abs(wanted - room) < 1) return;
      room = wanted;
    }
  });
}

/** The line stays as wide as it is where notices would take most of it, as on a phone: it begins beneath them. */
export function keepEndClear(line: HTMLElement): void {
  const set = (beside: number, beneath: number): void =>
    line.setCssProps({
      "--planwright-beside-notices": `${String(Math.round(beside))}px`,
      "--planwright-beneath-notices": `${String(Math.round(beneath))}px`,
    });
  set(0, 0);
  const box = line.getBoundingClientRect();
  const isMirrored = line.win.getComputedStyle(line).direction === "rtl";
  const over = noticesOver(line, box).filter((each) => each.top < box.bottom);
  const beside = Math.max(
    0,
    ...over.map((each) => (isMirrored ? each.right - box.left : box.right - each.left) + GAP),
  );
  if (beside <= box.width * MOST_BESIDE) set(beside, 0);
  else set(0, Math.max(...noticesOver(line, box).map((each) => each.bottom)) - box.top);
}

function noticesOver(el: HTMLElement, box: DOMRect, edge = 0): readonly DOMRect[] {
  return el.doc.body
    .findAll(".notice")
    .map((each) => each.getBoundingClientRect())
    .filter(
      ({ left, right, bottom, width }) =>
        width > 0 && left < box.right - edge && right > box.left + edge && bottom > box.top,
    );
}

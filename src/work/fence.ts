/** Text by others, marked as data in what a model reads: it cannot end its own mark. */
export function fence(text: string): string {
  return `<data>\n${text.replace(/<(?=\/?data>)/gi, "‹")}\n</data>`;
}

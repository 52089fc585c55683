/**
 * Text by others, marked as data in what a model reads: it cannot end its own mark, nor anything that reads like its
 * end.
 */
export function fence(text: string): string {
  return `<data>\n${text.replace(/<(?=[\s\p{C}]*\/?[\s\p{C}]*data(?![a-z]))/giu, "‹")}\n</data>`;
}

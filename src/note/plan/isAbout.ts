/** The note that says what a folder is for, and README files. */
export function isAbout(name: string): boolean {
  return /^(readme|about this folder|_about)/i.test(name);
}

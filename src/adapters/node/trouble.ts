/** Errors of the system, each as a sentence that says what to do. */

/** "ENOENT" and the like; "" for anything that is not an error of the system. */
export function codeOf(error: unknown): string {
  const code: unknown = error instanceof Error && "code" in error ? error.code : "";
  return typeof code === "string" ? code : "";
}

const SENTENCES: Readonly<Record<string, string>> = {
  ENOSPC: "The disk is full. Make room and try again.",
  EDQUOT: "The disk quota is used up. Make room and try again.",
  EROFS: "The disk can only be read. Planwright needs to write there.",
  EACCES: "The system does not allow it. Check who owns the file and its folder.",
  EPERM: "The system does not allow it. Check who owns the file and its folder.",
  EBUSY: "Another program is using it. Close it there and try again.",
  EMFILE: "Too many files are open. Close some programs and try again.",
  ENFILE: "Too many files are open. Close some programs and try again.",
  EIO: "The disk reported a fault. Check the disk before going on.",
  ENAMETOOLONG: "The name is too long for this disk.",
  ENOENT: "It is not there any more.",
  ENOTDIR: "A file is in the way where a folder was expected.",
  EISDIR: "A folder is in the way where a file was expected.",
  ELOOP: "It is a symbolic link. Planwright does not follow those.",
  EXDEV: "The two places are on different disks.",
};

export function trouble(error: unknown): string {
  const code = codeOf(error);
  return SENTENCES[code] ?? `The system refused it (${code === "" ? "no reason given" : code}).`;
}

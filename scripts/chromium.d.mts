export type Chromium =
  { readonly kind: "found"; readonly path: string } | { readonly kind: "missing"; readonly why: string };

/** Where Chromium is. On Debian, as root, it is installed first when it is missing. */
export function chromium(options?: { readonly install?: boolean }): Promise<Chromium>;

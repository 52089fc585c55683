/** Live preview, as far as plugins see it: an editor that has their extensions, and the modules that the app gives. */
import * as state from "@codemirror/state";
import * as view from "@codemirror/view";
import type { TFile } from "./file";

/** The modules that `require` answers beside `obsidian`. */
export const EDITOR_MODULES: Readonly<Record<string, object>> = {
  "@codemirror/state": state,
  "@codemirror/view": view,
};

interface FileInfo {
  readonly file: TFile | null;
}

const kept = <T>(first: T): state.StateField<T> =>
  state.StateField.define<T>({ create: () => first, update: (value) => value });

export const editorInfoField = kept<FileInfo>({ file: null });
export const editorLivePreviewField = kept(false);

export interface Live {
  load(text: string): void;
  close(): void;
}

/** `typed` hears every text that a person makes. */
export const openLive = (
  parent: HTMLElement,
  info: FileInfo,
  given: { readonly text: string; readonly extensions: readonly unknown[]; typed(text: string): void },
): Live => {
  let isLoading = false;
  const editor = new view.EditorView({
    parent,
    state: state.EditorState.create({
      doc: given.text,
      extensions: [
        editorInfoField.init(() => info),
        editorLivePreviewField.init(() => true),
        view.EditorView.lineWrapping,
        view.EditorView.contentAttributes.of({ "aria-label": "Note text" }),
        view.EditorView.updateListener.of(({ docChanged, state: { doc } }) => {
          if (docChanged && !isLoading) given.typed(doc.toString());
        }),
        given.extensions as readonly state.Extension[],
      ],
    }),
  });
  return {
    load: (text) => {
      const { doc } = editor.state;
      if (doc.toString() === text) return;
      isLoading = true;
      editor.dispatch({ changes: { from: 0, to: doc.length, insert: text } });
      isLoading = false;
    },
    close: () => editor.destroy(),
  };
};

declare global {
  interface Window {
    /** The inline script and React, which are bundled apart, share it. */
    refusedByStorage?: Map<string, string>;
  }
}

/** Some in-app browsers throw as soon as a storage is named, others as soon as it is used. */
function use<Result>(storage: () => Storage, act: (storage: Storage) => Result) {
  try {
    return act(storage());
  } catch {
    return undefined;
  }
}

export const TAB = [() => sessionStorage];
/** A tab keeps what localStorage refuses or has no room for. */
const BROWSER = [() => localStorage, ...TAB];

/** What both storages refuse is kept until the page is left. */
function page(): Map<string, string> {
  window.refusedByStorage ??= new Map();
  return window.refusedByStorage;
}

/** Empty where nothing is kept under this name. */
export function read(name: string): string {
  const texts = BROWSER.map((storage) => use(storage, (it) => it.getItem(name)));
  return texts.find(Boolean) ?? page().get(name) ?? '';
}

/** Keeps a text in the first storage that takes it, and in no other; false where none does. */
export function keep(name: string, text: string, storages = BROWSER): boolean {
  remove(name);
  const isKept = storages.some((storage) =>
    use(storage, (it) => {
      it.setItem(name, text);
      return true;
    }),
  );
  if (!isKept) page().set(name, text);
  return isKept;
}

export function remove(name: string): void {
  for (const storage of BROWSER) use(storage, (it) => it.removeItem(name));
  page().delete(name);
}

declare global {
  var refusedByStorage: Map<string, string> | undefined;
}

/** What both storages refuse, until the page is left; inline script and React are bundled apart. */
globalThis.refusedByStorage ??= new Map();
const page = globalThis.refusedByStorage;

/** Some in-app browsers throw as soon as a storage is named, others as soon as it is used. */
function attempt<Result>(act: () => Result): Result | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}

export const TAB = [() => sessionStorage];
/** A tab keeps what localStorage refuses or has no room for. */
const BROWSER = [() => localStorage, ...TAB];

/** Empty where nothing is kept under this name. */
export function read(name: string): string {
  const texts = BROWSER.map((storage) => attempt(() => storage().getItem(name)));
  return texts.find(Boolean) ?? page.get(name) ?? '';
}

/** Keeps a text in the first storage that takes it, and in no other; false where none does. */
export function keep(name: string, text: string, storages = BROWSER): boolean {
  remove(name);
  const isKept = storages.some((storage) =>
    attempt(() => {
      storage().setItem(name, text);
      return true;
    }),
  );
  if (!isKept) page.set(name, text);
  return isKept;
}

export function remove(name: string): void {
  for (const storage of BROWSER) attempt(() => storage().removeItem(name));
  page.delete(name);
}

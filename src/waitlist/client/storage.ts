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

/** Empty where nothing is kept under this name. */
export function read(name: string): string {
  const texts = BROWSER.map((storage) => use(storage, (it) => it.getItem(name)));
  return texts.find(Boolean) ?? '';
}

/** Keeps a text in the first storage that takes it, and in no other. */
export function keep(name: string, text: string, storages = BROWSER): void {
  remove(name);
  storages.some((storage) => use(storage, (it) => it.setItem(name, text) === undefined));
}

export function remove(name: string): void {
  for (const storage of BROWSER) use(storage, (it) => it.removeItem(name));
}

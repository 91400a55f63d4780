/** Some in-app browsers throw as soon as a storage is named, others as soon as it is used. */
function use<Result>(storage: () => Storage, act: (storage: Storage) => Result) {
  try {
    return act(storage());
  } catch {
    return undefined;
  }
}

export const TAB = [() => sessionStorage];
/** The tab has to do where localStorage is refused or full. */
const BROWSER = [() => localStorage, ...TAB];

/** The text that is kept under this name; empty where there is none. */
export function read(name: string): string {
  const texts = BROWSER.map((storage) => use(storage, (it) => it.getItem(name)));
  return texts.find(Boolean) ?? '';
}

/** Keeps a text in the first of these storages that takes it, and in no other. */
export function keep(name: string, text: string, storages = BROWSER): void {
  remove(name);
  storages.some((storage) => use(storage, (it) => it.setItem(name, text) === undefined));
}

export function remove(name: string): void {
  for (const storage of BROWSER) use(storage, (it) => it.removeItem(name));
}

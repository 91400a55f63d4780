/** For `save`: forgotten with the tab. */
export const TAB_STORAGES = [() => sessionStorage];
/** sessionStorage gets what localStorage refuses or has no room for. What both refuse lasts as long as the page. */
const STORAGES = [() => localStorage, ...TAB_STORAGES];

/** What this page stores in history.state; a reload keeps it. */
interface HistoryEntry {
  /** This page wrote the URL, so nobody opened it as a link. */
  isWrittenHere?: true;
  /** The form was sent from here. */
  isSent?: true;
}

export const readHistoryState = (): HistoryEntry => history.state ?? {};

export const replaceHistory = (entry: HistoryEntry, url?: string) =>
  tryTo(() => history.replaceState(entry, '', url));

/** Some in-app browsers throw when code accesses a storage or writes a URL. Undefined if this one does. */
function tryTo<Result>(action: () => Result): Result | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}

/** Returns an empty string if nothing is stored under this name. */
export function read(name: string): string {
  const texts = STORAGES.map((storage) => tryTo(() => storage().getItem(name)));
  return texts.find(Boolean) ?? window.visit?.memory.get(name) ?? '';
}

/** Stores a string in the first storage that accepts it, and in no other. */
export function save(name: string, text: string, storages = STORAGES): void {
  remove(name);
  const isStored = storages.some((storage) =>
    tryTo(() => {
      storage().setItem(name, text);
      return true;
    }),
  );
  if (!isStored) window.visit?.memory.set(name, text);
}

export function remove(name: string): void {
  for (const storage of STORAGES) tryTo(() => storage().removeItem(name));
  window.visit?.memory.delete(name);
}

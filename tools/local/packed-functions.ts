import { rmSync } from 'node:fs';
import { mkdtemp, readFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type FunctionResult, zipFunctions } from '@netlify/zip-it-and-ship-it';
import { parse } from 'smol-toml';
import { calledFunction, callFunction, type FunctionHandler } from './function-call.ts';

/** Answers a function call; `undefined` when no such function exists. */
export type CallFunction = (incoming: IncomingMessage) => Promise<Response | undefined>;

/**
 * Packs every function once, as for a deploy, and calls it in this process: 2-3 ms. (Netlify's own
 * server packs on every POST: 0.5 s, and 11 of 64 at once failed.)
 */
export async function startPackedFunctions(root: string): Promise<CallFunction> {
  // Outside the project, so that a module which the packer missed is missed here too and not found
  // in the project's node_modules.
  const folder = await mkdtemp(join(tmpdir(), 'packed-functions-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const packed = await packFunctions(root, folder, 'none');
  const modules = new Map<string, string>();
  for (const result of packed) modules.set(result.name, await handlerModule(result));

  return async (incoming) => {
    const module = modules.get(calledFunction(incoming.url) ?? '');
    if (!module) return;
    const { default: handler }: { default: FunctionHandler } = await import(module);
    return callFunction(handler, incoming);
  };
}

/** Netlify's own packer with the settings of netlify.toml. Everything it made is in `folder`. */
export async function packFunctions(root: string, folder: string, archiveFormat: 'none' | 'zip') {
  const toml = parse(await readFile(join(root, 'netlify.toml'), 'utf8'));
  const { directory, included_files: includedFiles } = toml.functions as {
    directory: string;
    included_files: string[];
  };
  return zipFunctions(join(root, directory), folder, {
    archiveFormat,
    basePath: root,
    config: { '*': { includedFiles, includedFilesBasePath: root } },
  });
}

/** The entry file runs in AWS Lambda only, but it names the module that holds the handler. */
async function handlerModule({ path, entryFilename, name }: FunctionResult): Promise<string> {
  const entry = await readFile(join(path, entryFilename), 'utf8');
  const module = entry.match(/getLambdaHandler\('(.+?)'\)/)?.[1];
  if (!module) throw new Error(`netlify/functions/${name} has no default export.`);
  return pathToFileURL(join(path, module)).href;
}

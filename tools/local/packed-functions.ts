import { rmSync } from 'node:fs';
import { mkdtemp, readFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { resolveConfig } from '@netlify/config';
import {
  type FunctionResult,
  type ZipFunctionsOptions,
  zipFunctions,
} from '@netlify/zip-it-and-ship-it';
import {
  calledFunction,
  type FunctionHandler,
  functionContext,
  toRequest,
} from './function-context.ts';

/** Answers a function call, a failed one with a 500; `undefined` when no such function exists. */
export type CallFunction = (incoming: IncomingMessage) => Promise<Response | undefined>;

/**
 * Packs every function once, with Netlify's own packer and the settings in netlify.toml, and calls
 * it in this process: 2-3 ms. (NetlifyDev packs on every POST: 0.5 s, and 11 of 64 at once failed.)
 */
export async function packFunctions(root: string): Promise<CallFunction> {
  const { config } = await resolveConfig({
    config: join(root, 'netlify.toml'),
    repositoryRoot: root,
    context: 'production',
    mode: 'cli',
    offline: true,
  });
  // Outside the project, so that a module which the packer missed is missed here too and not found
  // in the project's node_modules.
  const packed = await mkdtemp(join(tmpdir(), 'packed-functions-'));
  process.once('exit', () => rmSync(packed, { recursive: true, force: true }));
  const results = await zipFunctions(config.functionsDirectory, packed, {
    archiveFormat: 'none',
    basePath: root,
    config: packerSettings(config.functions, root),
  });
  const modules = new Map<string, string>();
  for (const result of results) modules.set(result.name, await handlerModule(result));

  return async (incoming) => {
    const module = modules.get(calledFunction(incoming.url) ?? '');
    if (!module) return;
    const request = toRequest(incoming);
    const context = functionContext(incoming, request);
    try {
      const { default: handler }: { default: FunctionHandler } = await import(module);
      return (await handler(request, context)) ?? new Response(null, { status: 204 });
    } catch (error) {
      // A visitor who left in the middle of a request is no fault of the function.
      if (!incoming.errored) console.error(error);
      return new Response(`Internal Server Error. ID: ${context.requestId}`, { status: 500 });
    }
  };
}

/** The `[functions]` sections of netlify.toml under the packer's names. */
function packerSettings(sections: Record<string, { included_files?: string[] }>, root: string) {
  const settings: NonNullable<ZipFunctionsOptions['config']> = {};
  for (const [pattern, { included_files: includedFiles = [] }] of Object.entries(sections)) {
    settings[pattern] = { includedFiles, includedFilesBasePath: root };
  }
  return settings;
}

/** The entry file runs in AWS Lambda only, but it names the module that holds the handler. */
async function handlerModule({ path, entryFilename, name }: FunctionResult): Promise<string> {
  const entry = await readFile(join(path, entryFilename), 'utf8');
  const module = entry.match(/getLambdaHandler\('(.+?)'\)/)?.[1];
  if (!module) throw new Error(`netlify/functions/${name} has no default export.`);
  return pathToFileURL(join(path, module)).href;
}

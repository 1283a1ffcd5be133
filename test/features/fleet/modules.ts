/*
 * Modules for `node --import` that change what `openSync` and `rename` do in a worker and in its threads.
 */

const changing = (body: string): string =>
  `data:text/javascript,${encodeURIComponent(`
import fs from 'node:fs';
import files from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
const { appendFileSync, existsSync, openSync, readFileSync } = fs;
const { rename } = files;
${body}
syncBuiltinESMExports();
`)}`;

/** Makes reading below a folder fail. */
export const unreadable = (folder: string): string =>
  `data:text/javascript,${encodeURIComponent(`
import fs from 'node:fs';
import files from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
const refuse = (original) => (path, ...more) => {
  if (String(path).startsWith(${JSON.stringify(folder)})) throw new Error('EACCES: ' + path);
  return original(path, ...more);
};
fs.readFileSync = refuse(fs.readFileSync);
fs.openSync = refuse(fs.openSync);
files.readFile = refuse(files.readFile);
files.open = refuse(files.open);
syncBuiltinESMExports();
`)}`;

/**
 * Makes creation of files whose path matches a pattern fail so many times, over all processes that share the file of counts.
 *
 * @param error an expression, in whose scope is `FolkloreError`
 */
export const failingOpen = (pattern: string, times: number, log: string, error: string): string =>
  changing(`
const { FolkloreError } = await import(${JSON.stringify(new URL('../../../dist/base/errors.js', import.meta.url))});
fs.openSync = (...args) => {
  if (!new RegExp(${JSON.stringify(pattern)}).test(String(args[0])) || args[1] !== 'wx') return openSync(...args);
  const before = existsSync(${JSON.stringify(log)}) ? readFileSync(${JSON.stringify(log)}, 'utf8').length : 0;
  if (before >= ${times}) return openSync(...args);
  appendFileSync(${JSON.stringify(log)}, 'x');
  throw ${error};
};`);

/** Truncates outputs after they were renamed: so many of them, over all processes that share the file of counts. */
export const truncating = (times: number, log: string): string =>
  changing(`
files.rename = async (from, to) => {
  await rename(from, to);
  if (!/output-[0-9a-f]{32}-\\d+$/.test(String(to))) return;
  const before = existsSync(${JSON.stringify(log)}) ? readFileSync(${JSON.stringify(log)}, 'utf8').length : 0;
  if (before >= ${times}) return;
  appendFileSync(${JSON.stringify(log)}, 'x');
  const { size } = await files.stat(to);
  await files.truncate(to, Math.floor(size / 2));
};`);

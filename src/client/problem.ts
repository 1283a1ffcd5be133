import { parseJson } from './body.js';
import { paragraph } from './paragraph.js';

/**
 * What a service says is wrong: title, detail and the faults of single parameters of an RFC 9457 body. Any
 * other body (JSON of another shape, HTML, nothing) says nothing.
 *
 * @param hide takes out what must not be repeated, before anything is cut
 */
export function problemDetail(body: Buffer, hide: (text: string) => string): string | undefined {
  const problem = parsed(body);
  if (problem === undefined) return undefined;
  const { title, detail, errors } = problem;
  const faults = Array.isArray(errors) ? errors.map(faultMessage) : [];
  const sentences = [detail ?? title, ...faults]
    .filter((one) => typeof one === 'string')
    .map((one) => hide(one).replace(/\s+/g, ' ').trim().replace(/\.$/, ''))
    .filter((one) => one !== '');
  const text = [...new Set(sentences)].join('; ');
  return text === '' ? undefined : paragraph(text);
}

function parsed(body: Buffer): Record<string, unknown> | undefined {
  try {
    const value = parseJson(body);
    return typeof value === 'object' && value !== null ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

function faultMessage(fault: unknown): unknown {
  return typeof fault === 'object' && fault !== null && 'message' in fault ? fault.message : undefined;
}

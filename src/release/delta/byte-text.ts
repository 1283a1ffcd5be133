/*
 * Releases are read as bytes, one character a byte: such texts are compared as fast as memory is, and in the order
 * that the files are in. What leaves this room, or is asked of others, is made text again.
 */

const BEYOND_ASCII = /[\x80-\xff]/;
const DECODER = new TextDecoder('utf-8', { fatal: true });

/** The UTF-8 bytes of a text, one character a byte. */
export const asBytes = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');

/**
 * The text that bytes are.
 *
 * @throws TypeError when they are no UTF-8
 */
export const asText = (bytes: string): string =>
  BEYOND_ASCII.test(bytes) ? DECODER.decode(Buffer.from(bytes, 'latin1')) : bytes;

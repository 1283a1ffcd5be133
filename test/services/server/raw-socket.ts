import { connect } from 'node:net';

/**
 * Sends bytes and returns the answer until the server ends the connection, or nothing has
 * come for so many milliseconds.
 */
export function exchange(url: string, bytes: string | Buffer, patience?: number): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    if (patience !== undefined) socket.setTimeout(patience, () => socket.destroy());
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('close', () => resolve(Buffer.concat(chunks).toString('latin1')));
    socket.on('error', (error: NodeJS.ErrnoException) => {
      // Bytes still being sent when the server had heard enough.
      if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') reject(error);
    });
  });
}

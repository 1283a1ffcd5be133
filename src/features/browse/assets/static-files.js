// What the scripts of a site without a server share.

/** A packed file (RFC 1951). Web hosts know nothing of its content, and send it as it is. */
export function unpacked(response) {
  if (!response.ok) throw new Error(`${response.url} is answered with ${response.status}`);
  return new Response(response.body.pipeThrough(new DecompressionStream('deflate-raw'))).json();
}

/** The page of a record. Its path is relative to the start page of the language. Its escapes are those of the file's name. */
export function addressOf(path, home) {
  const names = path.split('/').map((name) => encodeURIComponent(decodeURIComponent(name)));
  return new URL(`${names.join('/')}.html`, new URL(home, location.href)).href;
}

import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { gzipSync } from 'node:zlib';

const types = { '.html': 'text/html; charset=utf-8', '.js': 'text/javascript', '.css': 'text/css' };

/** Serves a folder as ours is served: compressed, and its scripts and styles never change. */
export async function serveBare(folder) {
  const server = createServer(async ({ url }, answer) => {
    const path = normalize(new URL(url, 'http://bare').pathname).replace(/\/$/, '/index.html');
    try {
      const body = gzipSync(await readFile(join(folder, path)));
      const lifetime = path.endsWith('.html') ? 'no-cache' : 'public, max-age=31536000, immutable';
      answer.writeHead(200, {
        'Content-Type': types[extname(path)] ?? 'application/octet-stream',
        'Content-Encoding': 'gzip',
        'Cache-Control': lifetime,
      });
      answer.end(body);
    } catch {
      answer.writeHead(404).end();
    }
  });
  await new Promise((ready) => server.listen(0, '127.0.0.1', ready));
  return {
    url: `http://localhost:${server.address().port}/`,
    close: () => new Promise((closed) => server.close(closed)),
  };
}

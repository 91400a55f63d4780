import { get } from 'node:http';

/** How many bytes a server sends for `url`: headers and body, compressed with gzip. */
export const bytesSent = (url: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const request = get(url, { agent: false, headers: { 'Accept-Encoding': 'gzip' } });
    request.on('error', reject).on('response', (response) => {
      const { socket } = response;
      response.resume().on('end', () => resolve(socket.bytesRead));
    });
  });

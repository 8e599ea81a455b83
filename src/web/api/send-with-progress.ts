import type { Send } from './client.ts'

/** Like fetch, but reports the sent share of the body, 0 to 1, which fetch cannot do. */
export function sendWithProgress(onSent: (share: number) => void): Send {
  return (path, { method = 'GET', headers, body, signal }) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest()
      request.open(method, path)
      new Headers(headers).forEach((value, name) => request.setRequestHeader(name, value))
      request.upload.addEventListener('progress', ({ loaded, total }) => onSent(total > 0 ? loaded / total : 0))
      request.upload.addEventListener('load', () => onSent(1))
      request.addEventListener('load', () => resolve(new Response(request.responseText, { status: request.status })))
      request.addEventListener('error', () => reject(new TypeError('The server is out of reach')))
      request.addEventListener('abort', () => reject(new DOMException('Cancelled', 'AbortError')))
      signal?.addEventListener('abort', () => request.abort())
      request.send(body as XMLHttpRequestBodyInit)
    })
}

// Shows the notices that the portal sends by web push, and nothing else: it caches nothing and answers no request.

self.addEventListener('push', (event) => {
  event.waitUntil(show(event.data))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(event.notification.data))
})

// The browser has got another address at its push service.
self.addEventListener('pushsubscriptionchange', (event) => {
  event.waitUntil(renew(event.oldSubscription))
})

function show(data) {
  const { title = 'Портал', text = '', link = '', tag } = read(data)
  return self.registration.showNotification(title, { body: text, data: link, tag, icon: '/favicon.ico', lang: 'ru' })
}

function read(data) {
  try {
    return data === null ? {} : data.json()
  } catch {
    return {}
  }
}

/** In a window of the portal that is open, else in a new one; nothing but a path of the portal. */
async function open(link) {
  const url = new URL(/^\/(?![/\\])/.test(link) ? link : '/', self.location.origin)
  const [client] = await self.clients.matchAll({ type: 'window' })
  if (client === undefined) return self.clients.openWindow(url)
  await client.focus()
  return client.navigate(url).catch(() => self.clients.openWindow(url))
}

async function renew(old) {
  if (!old) return
  const fresh = await self.registration.pushManager.subscribe(old.options)
  const { endpoint, keys } = fresh.toJSON()
  const body = JSON.stringify({ method: 'save', endpoint, p256dh: keys.p256dh, auth: keys.auth })
  await fetch('/api/webpush/', { method: 'POST', headers: { 'content-type': 'application/json' }, body })
}

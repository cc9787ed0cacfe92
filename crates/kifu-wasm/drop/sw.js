// Keeps the files of the page, so that it works without a network. It stores no file of the user.

const CACHE = "kifu-drop-{{hash}}";
const FILES = ["manifest.webmanifest", "icon.svg"];

/** Keeps the page, under one name for all its addresses. */
async function keepPage(cache) {
  let page = await fetch("index.html", { cache: "reload" });
  if (!page.ok) page = await fetch("./", { cache: "reload" });
  if (!page.ok) throw new Error(`the page cannot be kept: ${page.status}`);
  // A copy, because browsers refuse the response of a redirect.
  await cache.put("./", new Response(await page.blob(), { headers: { "content-type": "text/html; charset=utf-8" } }));
}

async function install() {
  const cache = await caches.open(CACHE);
  await keepPage(cache);
  await cache.addAll(FILES.map((file) => new Request(file, { cache: "reload" })));
  await self.skipWaiting();
}

async function activate() {
  for (const name of await caches.keys()) {
    if (name.startsWith("kifu-drop-") && name !== CACHE) await caches.delete(name);
  }
  await self.clients.claim();
}

async function answer(request) {
  const cache = await caches.open(CACHE);
  return (await cache.match(request.mode === "navigate" ? "./" : request)) ?? fetch(request);
}

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method === "GET" && new URL(request.url).origin === self.location.origin) event.respondWith(answer(request));
});

// Keeps the files of the page, so that it works without a network. It stores no file of the user.

const CACHE = "kifu-drop-{{hash}}";
const FILES = ["./", "manifest.webmanifest", "icon.svg"];

self.addEventListener("install", (event) => {
  const fresh = FILES.map((file) => new Request(file, { cache: "reload" }));
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(fresh)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  const isOld = (name) => name.startsWith("kifu-drop-") && name !== CACHE;
  const old = caches.keys().then((names) => Promise.all(names.filter(isOld).map((name) => caches.delete(name))));
  event.waitUntil(old.then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || new URL(request.url).origin !== self.location.origin) return;
  const kept = caches.open(CACHE).then((cache) => cache.match(request, { ignoreSearch: request.mode === "navigate" }));
  event.respondWith(kept.then((response) => response ?? fetch(request)));
});

// Whether the server of this machine answers; for a container's health check, which has no curl.
const { ok } = await fetch(`http://127.0.0.1:${process.env.PORT ?? 3000}/healthz`).catch(() => ({ ok: false }))
process.exit(ok ? 0 : 1)

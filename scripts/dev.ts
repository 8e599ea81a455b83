import { spawn } from 'node:child_process'
import { join } from 'node:path'

/** The server, restarted on every change, behind Vite: open the address that Vite prints. */
const server = spawn(process.execPath, ['--watch', 'src/server/main.ts'], { stdio: 'inherit' })
const web = spawn(process.execPath, [join('node_modules', 'vite', 'bin', 'vite.js')], {
  stdio: 'inherit',
  env: { ...process.env, API_PORT: process.env.PORT ?? '3000' },
})

for (const child of [server, web]) child.on('exit', stop)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop)

function stop(): void {
  server.kill('SIGTERM')
  web.kill('SIGTERM')
}

import { runExchange } from '#server/doors/exchange/command/cli.ts'

process.exit(await runExchange(process.argv.slice(2), process.env))

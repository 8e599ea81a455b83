import { runExchange } from '#server/exchange/cli.ts'

process.exit(await runExchange(process.argv.slice(2), process.env))

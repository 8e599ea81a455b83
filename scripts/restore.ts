import { runRestore } from '#server/backup/cli.ts'

process.exit(await runRestore(process.argv.slice(2), process.env))

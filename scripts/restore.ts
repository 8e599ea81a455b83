import { runRestore } from '#server/platform/backup/cli.ts'

process.exit(await runRestore(process.argv.slice(2), process.env))

import { runBackup } from '#server/platform/backup/cli.ts'

process.exit(await runBackup(process.argv.slice(2), process.env))

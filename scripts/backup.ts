import { runBackup } from '#server/backup/cli.ts'

process.exit(await runBackup(process.argv.slice(2), process.env))

import { runUpgrade } from '#server/platform/backup/cli.ts'

process.exit(await runUpgrade(process.argv.slice(2), process.env))

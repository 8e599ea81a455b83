import { runStaff } from '#server/doors/administration/cli.ts'

process.exit(await runStaff(process.argv.slice(2), process.env))

import { useMutation } from '@tanstack/react-query'
import { uploadReport } from '#shared/api/upload-report.ts'
import { call } from '#web/api/client.ts'
import { useNotify } from '#web/ui/notifications.tsx'
import { saveFile } from '#web/ui/files/save-file.ts'
import { reportRows } from './report.ts'
import type { Upload } from './upload.ts'

const spreadsheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Saves the review as a spreadsheet. */
export function useReport() {
  const notify = useNotify()
  return useMutation({
    mutationFn: (upload: Upload) => call(uploadReport, { file: upload.answer.file, rows: reportRows(upload) }),
    onSuccess: ({ name, content }) =>
      saveFile(
        Uint8Array.from(atob(content), (sign) => sign.charCodeAt(0)),
        name,
        spreadsheet,
      ),
    onError: ({ message }) => notify({ tone: 'bad', title: 'Отчёт не скачан', text: message }),
  })
}

import { createRequire } from 'node:module'
import { dirname, join, sep } from 'node:path'
import { parentPort } from 'node:worker_threads'
import pdfmake from 'pdfmake'
import type { TDocumentDefinitions } from 'pdfmake/interfaces.js'
import type { PdfResult, PdfJob } from './pdf.ts'

// Renders documents one after another in a thread. It may read only the library's fonts.
const fonts = join(dirname(createRequire(import.meta.url).resolve('pdfmake/package.json')), 'fonts', 'Roboto')
const font = (weight: string) => join(fonts, `Roboto-${weight}.ttf`)
pdfmake.setUrlAccessPolicy(() => false)
pdfmake.setLocalAccessPolicy((path) => path.startsWith(fonts + sep))
pdfmake.setFonts({
  Roboto: { normal: font('Regular'), bold: font('Medium'), italics: font('Italic'), bolditalics: font('MediumItalic') },
})
pdfmake.addTableLayouts({ thin: { hLineWidth: () => 0.5, vLineWidth: () => 0.5 } })

parentPort?.on('message', ({ id, definition }: PdfJob) => {
  void render(definition).then((answer) => parentPort?.postMessage({ id, ...answer }, []))
})

async function render(definition: TDocumentDefinitions): Promise<Omit<PdfResult, 'id'>> {
  try {
    return { bytes: new Uint8Array(await pdfmake.createPdf(definition).getBuffer()) }
  } catch (error) {
    return { error: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

package receiptpdf

import (
	"image/color"

	"github.com/boombuler/barcode/qr"
)

// quiet is how many modules around the code stay white, so that cameras find it.
const quiet = 4

// qrCode draws the content as a QR code in a square; its lower left corner is given.
func (p *page) qrCode(content string, left, bottom, size float64) error {
	code, err := qr.Encode(content, qr.M, qr.Unicode)
	if err != nil {
		return err
	}
	modules := code.Bounds().Dx()
	module := size / float64(modules+2*quiet)
	p.WriteString("0 g\n")
	for y := range modules {
		for x := 0; x < modules; x++ {
			start := x
			for x < modules && code.At(x, y) == color.Black {
				x++
			}
			if x > start {
				p.box(left+float64(quiet+start)*module, bottom+float64(modules+quiet-1-y)*module, float64(x-start)*module, module)
			}
		}
	}
	p.WriteString("f\n")
	return nil
}

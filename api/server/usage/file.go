package usage

import (
	"bytes"
	"context"
	"encoding/csv"
	"fmt"
	"strconv"
	"strings"
	"time"

	"selfcare/api/gen"
	"selfcare/api/server/middleware"
	"selfcare/internal/contract"
	"selfcare/internal/contract/texts"
	"selfcare/internal/domain/allowance"
	"selfcare/internal/domain/calendar"
	"selfcare/internal/domain/usage"
	usagestore "selfcare/internal/store/usage"
)

const (
	// mostRows opens in every spreadsheet, and fits into memory many times.
	mostRows = 50_000
	// byteOrderMark tells spreadsheets that a file is UTF-8; without it Arabic is unreadable in them.
	byteOrderMark = "\ufeff"
)

// columns of the file, in order; usage.file.<column> is the heading of each.
var columns = []string{"day", "time", "type", "place", "party", "amount", "unit", "charged", "id"}

// GetUsageFile writes the usage of the chosen line in a period as a table.
func (s *UsageHandlers) GetUsageFile(ctx context.Context, req gen.GetUsageFileRequestObject) (gen.GetUsageFileResponseObject, error) {
	asked, err := s.readAskedPeriod(ctx, req.Type, req.Params.Place, req.Params.From, req.Params.To)
	if err != nil {
		return nil, err
	}
	found, err := s.Details.All(ctx, asked, mostRows+1)
	if err != nil {
		return nil, fmt.Errorf("read usage: %w", err)
	}
	if len(found) > mostRows {
		return nil, contract.Refuse(contract.FailUsageFile)
	}
	file, err := table(middleware.RequestOf(ctx).Language, found)
	if err != nil {
		return nil, fmt.Errorf("write usage: %w", err)
	}
	return gen.GetUsageFile200TextcsvResponse{Body: file, ContentLength: int64(file.Len())}, nil
}

func table(language string, found []usagestore.Detail) (*bytes.Buffer, error) {
	file := bytes.NewBufferString(byteOrderMark)
	writer := csv.NewWriter(file)
	writer.UseCRLF = true
	headings := make([]string, len(columns))
	for i, column := range columns {
		headings[i] = texts.Text(language, "usage.file."+column, nil)
	}
	rows := [][]string{headings}
	for _, d := range found {
		rows = append(rows, row(language, d))
	}
	return file, writer.WriteAll(rows)
}

func row(language string, d usagestore.Detail) []string {
	at := d.At.In(calendar.Riyadh)
	unit, _ := allowance.UnitOf(d.Type)
	cells := []string{
		at.Format(time.DateOnly), at.Format(time.TimeOnly), texts.Text(language, "usage.type."+string(d.Type), nil),
		texts.Text(language, "usage.place."+string(usage.PlaceOf(d.Type)), nil), d.Party, strconv.FormatInt(d.Amount, 10),
		texts.Text(language, "usage.unit."+string(unit), nil), fmt.Sprintf("%d.%02d", d.Charged/100, d.Charged%100), d.ID,
	}
	for i, cell := range cells {
		cells[i] = harmless(cell)
	}
	return cells
}

// harmless keeps a spreadsheet from reading a cell as a formula: other parties wrote the ids and numbers.
func harmless(cell string) string {
	if cell != "" && strings.ContainsRune("=+-@\t\r\n", rune(cell[0])) {
		return "'" + cell
	}
	return cell
}

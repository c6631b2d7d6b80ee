package purchase

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"time"

	"selfcare/internal/contract"
	"selfcare/internal/domain/typed"
)

// ListedVoucher is one line of a list of vouchers.
type ListedVoucher struct {
	Code string
	Voucher
}

// voucherFields is the number of fields of a line: code, value in whole riyals, last day in Riyadh (YYYY-MM-DD).
const voucherFields = 3

// dayZone is the time zone of Riyadh, which has no summer time.
var dayZone = time.FixedZone("Asia/Riyadh", 3*60*60)

// ReadVouchers reads a list of vouchers: CSV with a line "code,riyals,until" each, without a heading. The error lists all
// mistakes by line; a list with a mistake is refused as a whole.
func ReadVouchers(list io.Reader) (vouchers []ListedVoucher, err error) {
	lines := csv.NewReader(typed.File(list))
	lines.FieldsPerRecord = -1
	seen := map[string]int{}
	var wrong []error
	for {
		fields, readErr := lines.Read()
		if errors.Is(readErr, io.EOF) {
			return vouchers, errors.Join(wrong...)
		}
		if readErr != nil {
			return nil, fmt.Errorf("read the list: %w", readErr)
		}
		at, _ := lines.FieldPos(0)
		if isEmpty(fields) {
			continue
		}
		v, lineErr := voucherOf(fields)
		if before := seen[v.Code]; lineErr == nil && before > 0 {
			lineErr = fmt.Errorf("duplicates the code of line %d", before)
		}
		if lineErr != nil {
			wrong = append(wrong, fmt.Errorf("line %d: %w", at, lineErr))
			continue
		}
		seen[v.Code] = at
		vouchers = append(vouchers, v)
	}
}

// isEmpty tells a line of commas, which spreadsheets write below a list.
func isEmpty(fields []string) bool {
	return !slices.ContainsFunc(fields, func(field string) bool { return typed.Cell(field) != "" })
}

func voucherOf(fields []string) (ListedVoucher, error) {
	var v ListedVoucher
	for len(fields) > voucherFields && isEmpty(fields[voucherFields:]) {
		fields = fields[:voucherFields]
	}
	if len(fields) != voucherFields {
		return v, fmt.Errorf("%d fields instead of code, riyals, until", len(fields))
	}
	code, err := VoucherCode(typed.Cell(fields[0]))
	if err != nil {
		return v, fmt.Errorf("a code has %d letters and digits", VoucherLength)
	}
	riyals, err := strconv.ParseInt(typed.Cell(fields[1]), 10, 32) // 32 bits, so that the halalas do not overflow
	if err != nil || riyals <= 0 {
		return v, errors.New("the value is not a whole number of riyals")
	}
	until, err := time.ParseInLocation(time.DateOnly, typed.Day(typed.Cell(fields[2])), dayZone)
	if err != nil {
		return v, errors.New("the last day is not written YYYY-MM-DD")
	}
	v.Code, v.Value, v.ExpiresAt = code, contract.Halalas(riyals*100), until.AddDate(0, 0, 1)
	return v, nil
}

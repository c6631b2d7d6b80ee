package main

import (
	"context"
	"fmt"
	"os"

	"selfcare/cmd/selfcare/app"
)

// importCommand brings in what is sold.
type importCommand struct {
	Vouchers vouchersCommand `cmd:"" help:"Add the vouchers of a list: CSV of code, riyals, last day (YYYY-MM-DD)."`
}

type vouchersCommand struct {
	List   string `arg:"" help:"The list." type:"existingfile"`
	Batch  string `required:"" help:"What the list is called in the books."`
	DryRun bool   `help:"Only say what it would add."`
}

// Run adds the vouchers, all or none.
func (c vouchersCommand) Run(ctx context.Context) (err error) {
	cfg, log, err := configured()
	if err != nil {
		return err
	}
	list, err := os.Open(c.List)
	if err != nil {
		return err
	}
	defer list.Close()
	added, known, err := app.ImportVouchers(ctx, cfg, log, list, c.Batch, c.DryRun)
	if err != nil {
		return err
	}
	_, err = fmt.Printf("%d vouchers added, %d were there already%s\n", added, known, map[bool]string{true: " (dry run: nothing was changed)"}[c.DryRun])
	return err
}

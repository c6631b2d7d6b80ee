package plan

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"selfcare/internal/contract"
	"selfcare/internal/domain/configfile"
)

// file is the format of a catalogue; dev/seed/plans.yaml is an example.
type file struct {
	Categories []fileCategory `yaml:"categories"`
	Plans      []filePlan     `yaml:"plans"`
	Rates      []fileRate     `yaml:"rates"`
}

type text struct {
	En string `yaml:"en"`
	Ar string `yaml:"ar"`
}

type fileCategory struct {
	Key         string `yaml:"key"`
	Name        text   `yaml:"name"`
	Description text   `yaml:"description"`
}

type filePlan struct {
	ID                   string     `yaml:"id"`
	ExternalID           string     `yaml:"externalId"`
	Category             string     `yaml:"category"`
	Kind                 string     `yaml:"kind"` // default: voice
	Subscription         string     `yaml:"subscription"`
	Name                 text       `yaml:"name"`
	Description          text       `yaml:"description"`
	Price                string     `yaml:"price"` // riyals
	ValidityDays         int        `yaml:"validityDays"`
	CycleMonths          int        `yaml:"cycleMonths"` // replaces the days if present
	Renews               *bool      `yaml:"renews"`      // default: true
	Featured             bool       `yaml:"featured"`
	Promoted             bool       `yaml:"promoted"`
	TakesPorted          *bool      `yaml:"takesPorted"` // default: true for voice
	FreeNumbers          []string   `yaml:"freeNumbers"`
	CommitmentMonths     int        `yaml:"commitmentMonths"`
	RechargeBonusPercent int        `yaml:"rechargeBonusPercent"`
	Items                []fileItem `yaml:"items"`
}

type fileItem struct {
	Type   string `yaml:"type"`
	Unit   string `yaml:"unit"`
	Amount string `yaml:"amount"` // a whole number, or unlimited
	Label  text   `yaml:"label"`
}

type fileRate struct {
	Key   string `yaml:"key"`
	Plan  string `yaml:"plan"` // default: every plan
	Name  text   `yaml:"name"`
	Unit  string `yaml:"unit"`
	Price string `yaml:"price"` // riyals
}

// Parse reads a catalogue, YAML or JSON. The error lists every mistake with its line and key; a catalogue with a mistake is
// refused as a whole.
func Parse(content string) (List, error) {
	var f file
	problems, err := configfile.Read(content, &f)
	if err != nil {
		return List{}, fmt.Errorf("read the plans: %w", err)
	}
	problems = append(problems, dropFollowing(problems, examine(f))...)
	if len(problems) > 0 {
		return List{}, configfile.Locate(content, problems)
	}
	return f.list(), nil
}

// dropFollowing drops problems that only follow from a value that could not be read.
func dropFollowing(unread, found []configfile.Problem) (others []configfile.Problem) {
	for _, p := range found {
		follows := false
		for _, cause := range unread {
			follows = follows || cause.Key == p.Key || cause.Key == "" || strings.HasPrefix(p.Key, cause.Key+".") || strings.HasPrefix(p.Key, cause.Key+"[")
		}
		if !follows {
			others = append(others, p)
		}
	}
	return others
}

func (f file) list() List {
	var l List
	for i, c := range f.Categories {
		l.Categories = append(l.Categories, Category{
			Key: c.Key, NameEn: c.Name.En, NameAr: c.Name.Ar, DescriptionEn: c.Description.En, DescriptionAr: c.Description.Ar, Position: i,
		})
	}
	for i, p := range f.Plans {
		l.Plans = append(l.Plans, p.plan(i))
	}
	for i, r := range f.Rates {
		price, _ := halalas(r.Price) // examine has checked it
		l.Rates = append(l.Rates, Rate{
			Key: r.Key, PlanID: r.Plan, NameEn: r.Name.En, NameAr: r.Name.Ar, Unit: r.Unit, Price: price, Position: i,
		})
	}
	return l
}

func (p filePlan) plan(position int) Plan {
	price, _ := halalas(p.Price) // examine has checked it
	read := Plan{
		ID: p.ID, ExternalID: p.ExternalID, Kind: p.kind(), NameEn: p.Name.En, NameAr: p.Name.Ar,
		DescriptionEn: p.Description.En, DescriptionAr: p.Description.Ar, Price: price, SubscriptionType: p.Subscription,
		Category: p.Category, Featured: p.Featured, Promoted: p.Promoted, ValidityDays: p.ValidityDays, CycleMonths: p.CycleMonths,
		Renews: p.Renews == nil || *p.Renews, FreeCategories: p.FreeNumbers, CommitmentMonths: p.CommitmentMonths,
		TakesPorted: p.takesPorted(), RechargeBonusPercent: p.RechargeBonusPercent, Position: position, OnSale: true,
	}
	for _, i := range p.Items {
		amount, _ := amountOf(i.Amount) // examine has checked it
		read.Items = append(read.Items, Item{Type: i.Type, Unit: i.Unit, Amount: amount, LabelEn: i.Label.En, LabelAr: i.Label.Ar})
	}
	return read
}

func (p filePlan) kind() string {
	if p.Kind == "" {
		return Voice
	}
	return p.Kind
}

func (p filePlan) takesPorted() bool {
	if p.TakesPorted == nil {
		return p.kind() == Voice
	}
	return *p.TakesPorted
}

// Unlimited is an allowance without a limit. It has to be written, because a missing amount is a mistake.
const Unlimited = "unlimited"

// mostOfAnItem is far beyond the real usage during a plan.
const mostOfAnItem = 1_000_000_000

func amountOf(written string) (*int64, error) {
	if written == Unlimited {
		return nil, nil //nolint:nilnil // no limit
	}
	amount, err := strconv.ParseInt(written, 10, 64)
	if err != nil || amount < 1 || amount > mostOfAnItem {
		return nil, errors.New("must be a whole number, or unlimited")
	}
	return &amount, nil
}

var riyals = regexp.MustCompile(`^(\d{1,6})(?:\.(\d{1,2}))?$`)

func halalas(written string) (contract.Halalas, error) {
	found := riyals.FindStringSubmatch(written)
	if found == nil {
		return 0, errors.New("must be riyals like 90 or 0.55")
	}
	amount, err := strconv.ParseInt(found[1]+(found[2] + "00")[:2], 10, 64)
	return contract.Halalas(amount), err
}

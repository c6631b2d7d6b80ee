// Package shop finds our shops: by words, city, services, opening hours and distance.
package shop

import (
	"cmp"
	"math"
	"slices"
	"time"

	"selfcare/internal/domain/openinghours"
	"selfcare/internal/domain/search"
)

// Services that a shop may offer.
var Services = []string{"sim", "esim", "port-in", "sim-replacement", "recharge", "bill-payment", "devices"}

// Place is a point of the globe, in degrees.
type Place struct{ Latitude, Longitude float64 }

// City is a city with shops; Middle is nil when unknown.
type City struct {
	Key, NameEn, NameAr string
	Middle              *Place
}

// Store is one of our shops, with its texts in both languages.
type Store struct {
	ID                   string
	City                 City
	NameEn, NameAr       string
	AddressEn, AddressAr string
	Phone                string
	Hours                openinghours.Hours
	Place                Place
	Services             []string
}

// Query holds the conditions of a search; an empty field does not matter.
type Query struct {
	Text     string
	City     string
	Services []string // all of them
	OpenNow  bool
	Near     *Place // sorts by distance
}

// Found is a shop with its opening state, and its distance from the given place; nil without a place.
type Found struct {
	Store
	State  openinghours.State
	Metres *int
}

// Directory holds all shops, ready for searches. It never changes, so that many readers can search at once.
type Directory struct {
	stores []Store
	index  *search.Index
}

// NewDirectory takes the shops in the order of the list.
func NewDirectory(stores []Store) *Directory {
	entries := make([]search.Entry, len(stores))
	for i, s := range stores {
		entries[i] = search.Entry{
			Titles: []string{s.NameEn, s.NameAr}, Also: []string{s.City.NameEn, s.City.NameAr}, Texts: []string{s.AddressEn, s.AddressAr, s.ID},
		}
	}
	return &Directory{stores: stores, index: search.NewIndex(entries, nil)}
}

// Store returns the shop with an id.
func (d *Directory) Store(id string, at time.Time) (Found, bool) {
	i := slices.IndexFunc(d.stores, func(s Store) bool { return s.ID == id })
	if i < 0 {
		return Found{}, false
	}
	return Found{Store: d.stores[i], State: d.stores[i].Hours.At(at)}, true
}

// Find returns the matching shops: sorted by distance if a place is given, otherwise by how well the words match, otherwise in
// the order of the list.
func (d *Directory) Find(q Query, at time.Time) []Found {
	found := []Found{}
	for _, i := range d.said(q.Text) {
		store := d.stores[i]
		each := Found{Store: store, State: store.Hours.At(at)}
		if !q.wants(each) {
			continue
		}
		if q.Near != nil {
			metres := Metres(*q.Near, store.Place)
			each.Metres = &metres
		}
		found = append(found, each)
	}
	if q.Near != nil {
		slices.SortStableFunc(found, func(a, b Found) int { return cmp.Compare(*a.Metres, *b.Metres) })
	}
	return found
}

// said returns the indexes of the shops that match the words; all of them without words.
func (d *Directory) said(text string) []int {
	if search.Compared(text) != "" {
		return d.index.Find(text, func(int) bool { return true }).At
	}
	all := make([]int, len(d.stores))
	for i := range all {
		all[i] = i
	}
	return all
}

func (q Query) wants(f Found) bool {
	if q.City != "" && f.City.Key != q.City || q.OpenNow && !f.State.Open {
		return false
	}
	return !slices.ContainsFunc(q.Services, func(wanted string) bool { return !slices.Contains(f.Services, wanted) })
}

// InCity is a city with the number of its shops.
type InCity struct {
	City
	Stores int
}

// Cities lists the cities with a shop, in the order of the list.
func (d *Directory) Cities() (cities []InCity) {
	for _, s := range d.stores {
		at := slices.IndexFunc(cities, func(c InCity) bool { return c.Key == s.City.Key })
		if at < 0 {
			at = len(cities)
			cities = append(cities, InCity{City: s.City})
		}
		cities[at].Stores++
	}
	return cities
}

// Offered lists the services that at least one shop has, in order.
func (d *Directory) Offered() (offered []string) {
	for _, service := range Services {
		if slices.ContainsFunc(d.stores, func(s Store) bool { return slices.Contains(s.Services, service) }) {
			offered = append(offered, service)
		}
	}
	return offered
}

const earth = 6_371_000 // radius in metres

// Metres returns the distance of two places in a straight line over the globe.
func Metres(a, b Place) int {
	half := func(from, to float64) float64 { return math.Pow(math.Sin(radians(to-from)/2), 2) }
	chord := half(a.Latitude, b.Latitude) +
		math.Cos(radians(a.Latitude))*math.Cos(radians(b.Latitude))*half(a.Longitude, b.Longitude)
	return int(math.Round(2 * earth * math.Asin(math.Sqrt(min(1, chord)))))
}

func radians(degrees float64) float64 { return degrees * math.Pi / 180 }

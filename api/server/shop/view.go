package shop

import (
	"selfcare/api/gen"
	"selfcare/api/server/optional"
	"selfcare/api/server/present"
	"selfcare/internal/domain/openinghours"
	"selfcare/internal/domain/shop"
)

// presenter shows stores in one language.
type presenter struct{ present.Presenter }

func (v presenter) store(f shop.Found) gen.Store {
	return gen.Store{
		Id: f.ID, Name: v.Localized(f.NameAr, f.NameEn), City: f.City.Key, CityName: v.Localized(f.City.NameAr, f.City.NameEn),
		Address: v.Localized(f.AddressAr, f.AddressEn), Phone: f.Phone, Latitude: f.Place.Latitude, Longitude: f.Place.Longitude,
		Services: services(f.Services), Open: f.State.Open, ChangesAt: optional.Time(f.State.Change), Hours: week(f.Hours.Year),
		RamadanHours: week(f.Hours.Ramadan), Distance: f.Metres,
	}
}

func (v presenter) cities(all []shop.InCity) []gen.StoreCity {
	shown := make([]gen.StoreCity, len(all))
	for i, c := range all {
		shown[i] = gen.StoreCity{Key: c.Key, Name: v.Localized(c.NameAr, c.NameEn), Stores: c.Stores}
		if c.Middle != nil {
			shown[i].Latitude, shown[i].Longitude = &c.Middle.Latitude, &c.Middle.Longitude
		}
	}
	return shown
}

func (v presenter) places(found []shop.Found) *[]gen.StorePlace {
	shown := make([]gen.StorePlace, len(found))
	for i, f := range found {
		shown[i] = gen.StorePlace{
			Id: f.ID, Name: v.Localized(f.NameAr, f.NameEn), Latitude: f.Place.Latitude, Longitude: f.Place.Longitude, Open: f.State.Open,
		}
	}
	return &shown
}

func services(all []string) []gen.StoreService {
	shown := make([]gen.StoreService, len(all))
	for i, service := range all {
		shown[i] = gen.StoreService(service)
	}
	return shown
}

// week lists each day from Sunday, including closed ones.
func week(hours openinghours.Week) []gen.OpeningDay {
	shown := make([]gen.OpeningDay, len(openinghours.Weekdays))
	for i, day := range openinghours.Weekdays {
		shown[i] = gen.OpeningDay{Day: gen.OpeningDayDay(day), Spans: []gen.OpeningSpan{}}
		for _, span := range hours[day] {
			shown[i].Spans = append(shown[i].Spans, gen.OpeningSpan{From: span.From, Until: span.Until})
		}
	}
	return shown
}
